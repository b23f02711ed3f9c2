#!/bin/sh
# Compiles the C# below a folder with Mono's compiler, and says of every call what it is bound to; see judge.cs.
set -e
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mcs -nologo -warn:0 -out:"$work/judge.exe" -r:/usr/lib/mono-cecil/Mono.Cecil.dll -r:/usr/lib/mono-cecil/Mono.Cecil.Mdb.dll "$here/judge.cs" >&2
cp /usr/lib/mono-cecil/*.dll "$work"
find "$1" -name '*.cs' ! -path '*/Test*' ! -path '*/test*' ! -name '*AssemblyInfo.cs' >"$work/files"
mcs -nologo -warn:0 -debug -unsafe -target:library -out:"$work/tree.dll" -r:System.dll,System.Core.dll,System.Xml.dll,System.Windows.Forms.dll,System.Drawing.dll,System.Security.dll,System.Data.dll,System.Configuration.dll,System.Xml.Linq.dll,System.Runtime.Serialization.dll,System.Numerics.dll,System.ComponentModel.DataAnnotations.dll @"$work/files" >"$work/errors" 2>&1 || { grep -m 3 error "$work/errors" >&2; exit 1; }
mono "$work/judge.exe" "$1" "$work/tree.dll"
