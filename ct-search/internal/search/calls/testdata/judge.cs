// Says of every call below a folder what Mono's compiler binds it to; see judgeTree.
//
// Run by judge_cs.sh, which compiles the tree with debug symbols. A line of the program says which methods it calls, not where on the
// line: calls of a name are judged if the line has as many of them as the compiler, and all are of one method.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Mono.Cecil;
using Mono.Cecil.Cil;

static class Judge {
	static readonly Dictionary<string, string[]> texts = new Dictionary<string, string[]>();

	static string[] Lines(string file) {
		string[] lines;
		if (!texts.TryGetValue(file, out lines)) {
			lines = File.Exists(file) ? File.ReadAllLines(file) : new string[0];
			texts[file] = lines;
		}
		return lines;
	}

	static IEnumerable<TypeDefinition> All(IEnumerable<TypeDefinition> types) {
		foreach (var t in types) {
			yield return t;
			foreach (var n in All(t.NestedTypes)) yield return n;
		}
	}

	// The type as the source names it: without the number of its parameters, and for what the compiler makes the type around.
	static string Plain(TypeReference t) {
		var e = t.GetElementType();
		while (e.Name.StartsWith("<") && e.DeclaringType != null) e = e.DeclaringType.GetElementType();
		return Regex.Replace(e.FullName, @"`\d+", "").Replace('/', '.');
	}

	static string Name(MethodReference m) {
		return m.Name == ".ctor" ? Regex.Replace(m.DeclaringType.GetElementType().Name, @"`\d+", "") : m.Name;
	}

	static TypeDefinition Resolve(TypeReference t) {
		try { return t == null ? null : t.Resolve(); } catch (Exception) { return null; }
	}

	static IEnumerable<string> Above(TypeReference t, int deep = 20) {
		yield return Plain(t);
		var d = Resolve(t);
		if (d == null || deep == 0) yield break;
		foreach (var b in d.Interfaces.Cast<object>().Select(InterfaceOf).Concat(new[] { d.BaseType }))
			if (b != null)
				foreach (var one in Above(b, deep - 1)) yield return one;
	}

	static TypeReference InterfaceOf(object i) {
		var r = i as TypeReference;
		return r ?? (TypeReference)i.GetType().GetProperty("InterfaceType").GetValue(i, null);
	}

	// The line of a method's name, above its first statement; of one without statements, all lines of its type's files that may be.
	static IEnumerable<string> Where(MethodDefinition m, Dictionary<string, HashSet<string>> files, string root) {
		var name = new Regex(@"(?<![\w.])" + Regex.Escape(Name(m)) + @"\s*(<[^>()]*>)?\s*\(");
		var points = m.HasBody ? m.Body.Instructions.Select(i => Point(m, i)).Where(p => p != null).ToList() : new List<SequencePoint>();
		var first = m.Name == ".ctor" ? points.OrderBy(p => p.StartLine).LastOrDefault() : points.FirstOrDefault(); // fields have their values before it
		var seen = false;
		if (first != null) {
			var lines = Lines(first.Document.Url);
			for (int n = Math.Min(first.StartLine, lines.Length); n > 0 && n > first.StartLine - 30; n--)
				if (name.IsMatch(lines[n - 1])) {
					seen = true;
					yield return Path.GetFullPath(first.Document.Url) + ":" + n;
					if (m.Name != ".ctor") yield break;
					break;
				}
		}
		HashSet<string> at;
		var type = Regex.Replace(m.DeclaringType.Name, @"`\d+", "");
		var kind = new Regex(@"\b(class|struct|interface)\s+" + Regex.Escape(type) + @"\b");
		if (!files.TryGetValue(type, out at)) yield break;
		foreach (var file in at) {
			var lines = Lines(file);
			for (int n = 1; n <= lines.Length; n++)
				if (!seen && name.IsMatch(lines[n - 1]) || m.Name == ".ctor" && kind.IsMatch(lines[n - 1])) yield return Path.GetFullPath(file) + ":" + n;
		}
	}

	static SequencePoint Point(MethodDefinition m, Instruction i) { // of code that is in no source there is none
		var p = i.SequencePoint;
		return p == null || p.StartLine == 0xfeefee ? null : p;
	}

	static void Main(string[] args) {
		var root = Path.GetFullPath(args[0]);
		var resolver = new DefaultAssemblyResolver();
		resolver.AddSearchDirectory("/usr/lib/mono/4.5");
		resolver.AddSearchDirectory(Path.GetDirectoryName(Path.GetFullPath(args[1])));
		var a = AssemblyDefinition.ReadAssembly(args[1], new ReaderParameters { ReadSymbols = true, AssemblyResolver = resolver });
		var files = new Dictionary<string, HashSet<string>>();
		foreach (var file in Directory.GetFiles(root, "*.cs", SearchOption.AllDirectories))
			foreach (Match m in Regex.Matches(File.ReadAllText(file), @"\b(?:class|struct|interface)\s+(\w+)")) {
				if (!files.ContainsKey(m.Groups[1].Value)) files[m.Groups[1].Value] = new HashSet<string>();
				files[m.Groups[1].Value].Add(file);
			}
		var types = All(a.MainModule.Types).ToList();
		var overrides = new Dictionary<MethodDefinition, List<MethodDefinition>>();
		foreach (var t in types)
			foreach (var m in t.Methods.Where(m => m.IsVirtual))
				foreach (var b in Bases(t).SelectMany(b => b.Methods).Where(b => b.Name == m.Name && b.Parameters.Count == m.Parameters.Count)) {
					if (!overrides.ContainsKey(b)) overrides[b] = new List<MethodDefinition>();
					overrides[b].Add(m);
				}
		// The calls of each line, by name.
		var calls = new SortedDictionary<string, List<MethodReference>>(StringComparer.Ordinal);
		foreach (var m in types.SelectMany(t => t.Methods).Where(m => m.HasBody)) {
			SequencePoint at = null;
			foreach (var i in m.Body.Instructions) {
				at = Point(m, i) ?? at;
				var to = i.Operand as MethodReference;
				if (to == null || at == null || i.OpCode.Code != Code.Call && i.OpCode.Code != Code.Callvirt && i.OpCode.Code != Code.Newobj) continue;
				var key = at.Document.Url + "\t" + at.StartLine + "\t" + Name(to);
				if (!calls.ContainsKey(key)) calls[key] = new List<MethodReference>();
				calls[key].Add(to);
			}
		}
		var word = new Dictionary<string, Regex>();
		foreach (var c in calls) {
			var f = c.Key.Split('\t');
			var name = f[2];
			var lines = Lines(f[0]);
			int n = int.Parse(f[1]);
			if (n > lines.Length || !Regex.IsMatch(name, @"^\w+$")) continue;
			if (!word.ContainsKey(name)) word[name] = new Regex(@"(?<!\w)" + name + @"(?=\s*(<[\w\s,.<>\[\]]*>)?\s*\()");
			var code = Regex.Replace(lines[n - 1], @"""(\\.|[^""\\])*""|//.*", m => new string(' ', m.Length));
			var places = word[name].Matches(code);
			var to = c.Value.Select(m => Resolved(m)).ToList();
			if (places.Count != to.Count || to.Any(m => m == null) || to.Distinct().Count() != 1) continue;
			var d = to[0];
			var where = new List<string>();
			if (d.Module != a.MainModule && overrides.ContainsKey(d)) continue; // which of the tree's own is meant is not in the assembly
			if (d.Module == a.MainModule) {
				where.AddRange(Where(d, files, root));
				if (overrides.ContainsKey(d)) foreach (var o in overrides[d]) where.AddRange(Where(o, files, root));
				if (where.Count == 0) continue;
			}
			var file = where.Count > 0 ? where[0].Substring(0, where[0].LastIndexOf(':')) : "";
			var above = string.Join(",", Above(c.Value[0].DeclaringType).Distinct());
			foreach (Match p in places) {
				int column = System.Text.Encoding.UTF8.GetByteCount(lines[n - 1].Substring(0, p.Index)) + 1;
				Console.WriteLine(string.Join("\t", name, Path.GetFullPath(f[0]), n, column, file, where.Count > 0 ? string.Join(",", where) : "0", d.Module == a.MainModule ? Plain(d.DeclaringType) : "", above));
			}
		}
	}

	static MethodDefinition Resolved(MethodReference m) {
		try { return m.Resolve(); } catch (Exception) { return null; }
	}

	static IEnumerable<TypeDefinition> Bases(TypeDefinition t) {
		for (var b = Resolve(t.BaseType); b != null; b = Resolve(b.BaseType)) yield return b;
		foreach (var i in t.Interfaces.Cast<object>().Select(InterfaceOf).Select(Resolve)) if (i != null) yield return i;
	}
}
