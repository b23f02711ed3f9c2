#!/bin/sh
# run.sh COMMAND… runs a command with CT_TEST_WINE and WINEPREFIX set: a fresh prefix in a temporary folder, with the
# library that Wine lacks, and a server that lives as long as the command.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
WINE=${WINE:-$(command -v wine64 || echo /usr/lib/wine/wine64)}
LD=${MINGW_LD:-x86_64-w64-mingw32-ld} AS=${MINGW_AS:-x86_64-w64-mingw32-as}
for program in "$WINE" "$LD" "$AS"; do
	command -v "$program" >/dev/null || {
		echo "$program is missing; Debian has it in wine64 and binutils-mingw-w64-x86-64" >&2
		exit 1
	}
done
SERVER=$(command -v wineserver || echo "$(dirname "$WINE")/wineserver")

scratch=$(mktemp -d)
export CT_TEST_WINE="$WINE" WINEPREFIX="$scratch/prefix" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml=;winemenubuilder.exe='
trap '"$SERVER" -k || true; "$SERVER" -w || true; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$WINEPREFIX"
"$SERVER" -p60
"$WINE" wineboot --init >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
"$AS" -o "$scratch/none.o" /dev/null
"$LD" -shared --entry=0 -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" "$scratch/none.o" "$here/bcryptprimitives.def"
"$@"
