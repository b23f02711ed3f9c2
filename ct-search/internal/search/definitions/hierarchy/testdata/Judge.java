import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.*;
import javax.tools.*;

/**
 * Says of every class in the Java files below a folder which types are directly above it, as javac sees it, and of every method
 * which methods it overrides: "type" or "method", file, line, the name above, and its file and line. Fields are separated by tabs.
 */
public class Judge {
    static JavacTask task;
    static Trees trees;
    static final StringBuilder out = new StringBuilder();

    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Path.of(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".java") && !p.toString().endsWith("-info.java")).sorted().collect(Collectors.toList());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(d -> {}, null, StandardCharsets.UTF_8);
        task = (JavacTask) compiler.getTask(null, manager, d -> {}, List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1"), null, manager.getJavaFileObjectsFromPaths(files));
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        trees = Trees.instance(task);
        for (CompilationUnitTree unit : units) new Types(unit).scan(unit, null);
        System.out.write(out.toString().getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    /** place returns the file and the line of the name of an element, null if it is not among the files. */
    static String place(Element e) {
        TreePath path = trees.getPath(e);
        if (path == null) return null;
        CompilationUnitTree unit = path.getCompilationUnit();
        Tree tree = path.getLeaf();
        long start = trees.getSourcePositions().getStartPosition(unit, tree);
        try {
            String text = unit.getSourceFile().getCharContent(true).toString();
            String name = e.getSimpleName().toString();
            if (tree instanceof ClassTree || tree instanceof MethodTree) {
                ModifiersTree m = tree instanceof ClassTree ? ((ClassTree) tree).getModifiers() : ((MethodTree) tree).getModifiers();
                long end = trees.getSourcePositions().getEndPosition(unit, m);
                if (end > 0) start = end;
                var found = java.util.regex.Pattern.compile("\\b" + java.util.regex.Pattern.quote(name) + "\\b").matcher(text);
                if (!name.isEmpty() && found.find((int) start)) start = found.start();
            }
        } catch (java.io.IOException x) {
            return null;
        }
        return unit.getSourceFile().getName() + "\t" + unit.getLineMap().getLineNumber(start);
    }

    static class Types extends TreePathScanner<Void, Void> {
        final CompilationUnitTree unit;

        Types(CompilationUnitTree unit) { this.unit = unit; }

        @Override public Void visitNewClass(NewClassTree call, Void p) {
            if (call.getClassBody() != null) {
                Element e = trees.getElement(new TreePath(getCurrentPath(), call.getIdentifier()));
                String above = e == null ? null : place(e);
                if (above != null) {
                    Tree id = call.getIdentifier();
                    while (id instanceof ParameterizedTypeTree) id = ((ParameterizedTypeTree) id).getType();
                    long end = trees.getSourcePositions().getEndPosition(unit, id);
                    out.append("type\t" + unit.getSourceFile().getName() + "\t" + unit.getLineMap().getLineNumber(end - 1) + "\t" + e.getSimpleName() + "\t" + above + "\n");
                }
            }
            return super.visitNewClass(call, p);
        }

        @Override public Void visitClass(ClassTree tree, Void p) {
            Element e = trees.getElement(getCurrentPath());
            if (e instanceof TypeElement && e.getSimpleName().length() > 0) {
                TypeElement type = (TypeElement) e;
                List<TypeMirror> above = new ArrayList<>(type.getInterfaces());
                above.add(type.getSuperclass());
                String here = place(type);
                for (TypeMirror t : above) {
                    Element up = t.getKind() == TypeKind.DECLARED ? ((DeclaredType) t).asElement() : null;
                    String at = up == null ? null : place(up);
                    if (at != null && here != null) out.append("type\t" + here + "\t" + up.getSimpleName() + "\t" + at + "\n");
                }
            }
            return super.visitClass(tree, p);
        }

        @Override public Void visitMethod(MethodTree tree, Void p) {
            Element e = trees.getElement(getCurrentPath());
            if (e instanceof ExecutableElement && e.getKind() == ElementKind.METHOD && e.getEnclosingElement() instanceof TypeElement) {
                ExecutableElement m = (ExecutableElement) e;
                TypeElement in = (TypeElement) e.getEnclosingElement();
                String here = place(m);
                Set<Element> seen = new HashSet<>();
                Deque<TypeMirror> up = new ArrayDeque<>(task.getTypes().directSupertypes(in.asType()));
                while (!up.isEmpty()) {
                    TypeMirror t = up.pop();
                    Element of = t.getKind() == TypeKind.DECLARED ? ((DeclaredType) t).asElement() : null;
                    if (of == null || !seen.add(of)) continue;
                    up.addAll(task.getTypes().directSupertypes(t));
                    for (ExecutableElement other : ElementFilter.methodsIn(of.getEnclosedElements())) {
                        if (task.getElements().overrides(m, other, in) && here != null && place(other) != null) {
                            out.append("method\t" + here + "\t" + of.getSimpleName() + "." + m.getSimpleName() + "\t" + place(other) + "\n");
                        }
                    }
                }
            }
            return super.visitMethod(tree, p);
        }
    }
}
