#!/bin/sh
# Prints the labels of a language for the tree below a folder: judge_labels.sh LANGUAGE FOLDER
awk -F '\t' -v OFS='\t' -v tree="${2##*/}" -v folder="$2" '
$1 == tree {
	n = split($6, at, ","); file = ""; places = $6
	if ($6 ~ /:/) {
		places = ""
		for (i = 1; i <= n; i++) places = places (i > 1 ? "," : "") folder "/" at[i]
		file = folder "/" at[1]; sub(/:[0-9]+$/, "", file)
	}
	print $2, folder "/" $3, $4, $5, file, places, $7, $8
}' "testdata/labels_$1.tsv"
