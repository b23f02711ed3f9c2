"""Says of every call in the crate in a folder what rustc binds it to; see judgeTree.

Needs Debian's rustc and cargo (rustc's -Zsave-analysis, up to 1.69) and the crates that it depends on as librust-*-dev."""
import glob, json, os, re, shutil, subprocess, sys, tempfile

folder = os.path.abspath(sys.argv[1])
work = tempfile.mkdtemp()
crate = os.path.join(work, "crate")
shutil.copytree(folder, crate, symlinks=True)
shutil.rmtree(os.path.join(crate, "target"), ignore_errors=True)
os.makedirs(os.path.join(crate, ".cargo"), exist_ok=True)
with open(os.path.join(crate, ".cargo", "config.toml"), "w") as f:
    f.write('[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n')
manifest = os.path.join(crate, "Cargo.toml")  # what only tests need need not be installed
with open(manifest) as f:
    kept, skip = [], False
    for line in f:
        if line.startswith("["):
            skip = "dev-dependencies" in line
        if not skip:
            kept.append(line)
with open(manifest, "w") as f:
    f.writelines(kept)
env = dict(os.environ, RUSTC_BOOTSTRAP="1", RUSTC="/usr/bin/rustc", RUSTFLAGS="-Zsave-analysis -Awarnings")
env.pop("CARGO_BUILD_TARGET", None)
run = subprocess.run(["/usr/bin/cargo", "check", "--offline", "--lib"], cwd=crate, env=env, capture_output=True)
if run.returncode:
    sys.exit(run.stderr.decode()[-300:])
texts = {}


def text(name):
    if name not in texts:
        with open(os.path.join(crate, name), encoding="utf-8") as f:
            texts[name] = f.read().split("\n")
    return texts[name]


def owner(qualname):
    m = re.match(r"<(.*?)(?:<.*>)?(?: as .*)?>::\w+$", qualname)
    if m:
        return re.sub(r"<.*", "", m.group(1)).split("::")[-1].strip("&' ")
    parts = qualname.split("::")
    return parts[-2] if len(parts) > 1 else ""


for name in glob.glob(os.path.join(crate, "target/debug/deps/save-analysis/*.json")):
    with open(name) as f:
        data = json.load(f)
    if data["compilation"]["directory"] != crate:
        continue
    defs = {d["id"]["index"]: d for d in data["defs"]}
    ofTraits = {c["index"] for i in data["impls"] if i["kind"] != "Inherent" for c in i["children"]}
    implemented = {defs[i]["name"] for i in ofTraits if i in defs}
    traits = {d["name"] for d in data["defs"] if d["kind"] == "Trait"}
    for r in data["refs"]:
        s = r["span"]
        if r["kind"] != "Function" or s["file_name"].startswith("/"):
            continue
        line = text(s["file_name"])[s["line_start"] - 1]
        word = line[s["column_start"] - 1 : s["column_end"] - 1]
        rest = line[s["column_end"] - 1 :]
        if not re.match(r"\s*(::\s*<.*>)?\s*\(", rest):
            continue
        d = defs.get(r["ref_id"]["index"]) if r["ref_id"]["krate"] == 0 else None
        if d and d["name"] != word:
            continue
        if not d and word in implemented:  # perhaps by a trait of another crate
            continue
        column = len(line[: s["column_start"] - 1].encode()) + 1
        o = owner(d["qualname"]) if d else "extern"
        # Which type's method of a trait runs is decided elsewhere: any is right.
        at = [os.path.join(folder, d["span"]["file_name"]), str(d["span"]["line_start"]) + (",*" if d["kind"] == "Method" and o in traits else "")] if d else ["", ""]
        print("\t".join([word, os.path.join(folder, s["file_name"]), str(s["line_start"]), str(column)] + at + ["" if not d else o if d["kind"] == "Method" else "", "" if d and d["kind"] != "Method" else o]))
shutil.rmtree(work)
