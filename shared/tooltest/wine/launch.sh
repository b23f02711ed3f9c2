#!/bin/sh
# Starts the Windows program that lies beside this file under its name and .exe, through Wine. Wine keeps PATH and HOME
# from programs, so both are written as Windows has them, and with them the variables that name folders and files.

# windows sets w to a path of Linux as Wine's drive Z: has it, and leaves any other text as it is.
windows() {
	w=$1
	case $w in /*) w=Z:$w ;; *) return ;; esac
	while :; do
		case $w in */*) w=${w%%/*}\\${w#*/} ;; *) return ;; esac
	done
}

list=
rest=${PATH-}:
while [ -n "$rest" ]; do
	windows "${rest%%:*}"
	list=$list${list:+;}$w
	rest=${rest#*:}
done
windows "${HOME-}"
export WINEPATH="$list;C:\\windows\\system32;C:\\windows" USERPROFILE="$w" APPDATA="$w\\AppData\\Roaming" LOCALAPPDATA="$w\\AppData\\Local"
for name in XDG_CONFIG_HOME XDG_RUNTIME_DIR CT_CONFIG CT_PLUGIN_DIR GIT_INDEX_FILE; do
	eval "[ -n \"\${$name-}\" ] && { windows \"\$$name\"; export $name=\"\$w\"; }"
done
export WINEPREFIX='@PREFIX@' WINEDEBUG=-all LC_ALL=C.UTF-8
exec '@WINE@' "$0.exe" "$@"
