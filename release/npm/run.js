"use strict";

// Runs a program of the package for this system, with the same arguments and streams, and ends as it does.

const { spawn } = require("node:child_process");
const os = require("node:os");
const path = require("node:path");
const { name, optionalDependencies } = require("./package.json");

const failed = 2; // the exit status of an answer that is not known

function fail(why) {
  console.error(`${name}: ${why}`);
  process.exit(failed);
}

function folder() {
  const wanted = `-${process.platform}-${process.arch}`;
  const dependency = Object.keys(optionalDependencies).find((d) => d.endsWith(wanted));
  if (!dependency) {
    fail(`there are no programs for ${process.platform} on ${process.arch}`);
  }
  try {
    return path.dirname(require.resolve(`${dependency}/package.json`));
  } catch {
    fail(`the package ${dependency} is not installed; install ${name} again, with optional dependencies`);
  }
}

module.exports = function run(program) {
  const file = path.join(folder(), "bin", process.platform === "win32" ? `${program}.exe` : program);
  const child = spawn(file, process.argv.slice(2), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("error", (err) => fail(err.message));
  child.on("exit", (status, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
      process.exit(128 + os.constants.signals[signal]); // this process ignores some, such as SIGPIPE
    } else {
      process.exit(status);
    }
  });
};
