import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.tools.*;

/**
 * Says of every call in the Java files below a folder what javac binds it to:
 * name, file, line, column in bytes, file and line of the definition (empty outside of the folder), the type of the
 * receiver, and that type with all above it. Fields are separated by tabs.
 */
public class Judge {
    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Path.of(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".java") && !p.toString().contains("/.") && !p.toString().endsWith("-info.java")).sorted().collect(Collectors.toList());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(d -> {}, null, StandardCharsets.UTF_8);
        JavacTask task = (JavacTask) compiler.getTask(null, manager, d -> {}, List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1"), null, manager.getJavaFileObjectsFromPaths(files));
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        Trees trees = Trees.instance(task);
        StringBuilder out = new StringBuilder();
        for (CompilationUnitTree unit : units) {
            new Calls(task, trees, unit, out).scan(unit, null);
        }
        System.out.write(out.toString().getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    static class Calls extends TreePathScanner<Void, Void> {
        final JavacTask task; final Trees trees; final CompilationUnitTree unit; final StringBuilder out; final CharSequence text; final LineMap lines;

        Calls(JavacTask task, Trees trees, CompilationUnitTree unit, StringBuilder out) throws Exception {
            this.task = task; this.trees = trees; this.unit = unit; this.out = out;
            text = unit.getSourceFile().getCharContent(true); lines = unit.getLineMap();
        }

        @Override public Void visitMethodInvocation(MethodInvocationTree call, Void p) {
            ExpressionTree select = call.getMethodSelect();
            Element e = trees.getElement(new TreePath(getCurrentPath(), select));
            long end = trees.getSourcePositions().getEndPosition(unit, select);
            TypeMirror receiver = null;
            String name;
            if (select instanceof MemberSelectTree) {
                name = ((MemberSelectTree) select).getIdentifier().toString();
                receiver = trees.getTypeMirror(new TreePath(new TreePath(getCurrentPath(), select), ((MemberSelectTree) select).getExpression()));
            } else {
                name = select.toString();
            }
            if (e instanceof ExecutableElement && !name.equals("this") && !name.equals("super")) {
                report(name, end - name.length(), e, receiver != null && receiver.getKind() == TypeKind.DECLARED ? ((DeclaredType) receiver).asElement() : receiver != null && receiver.getKind() == TypeKind.TYPEVAR ? above(receiver) : e.getEnclosingElement());
            }
            return super.visitMethodInvocation(call, p);
        }

        Element above(TypeMirror t) {
            while (t.getKind() == TypeKind.TYPEVAR) t = ((TypeVariable) t).getUpperBound();
            return t.getKind() == TypeKind.DECLARED ? ((DeclaredType) t).asElement() : null;
        }

        @Override public Void visitNewClass(NewClassTree call, Void p) {
            Element e = trees.getElement(getCurrentPath());
            Tree id = call.getIdentifier();
            while (id instanceof ParameterizedTypeTree) id = ((ParameterizedTypeTree) id).getType();
            if (id instanceof AnnotatedTypeTree) id = ((AnnotatedTypeTree) id).getUnderlyingType();
            String name = id instanceof MemberSelectTree ? ((MemberSelectTree) id).getIdentifier().toString() : id.toString();
            Element type = trees.getElement(new TreePath(getCurrentPath(), call.getIdentifier()));
            if (type instanceof TypeElement) {
                long end = trees.getSourcePositions().getEndPosition(unit, id);
                report(name, end - name.length(), e instanceof ExecutableElement && trees.getTree(e) != null && place(e) != null && call.getClassBody() == null ? e : type, type);
            }
            return super.visitNewClass(call, p);
        }

        String place(Element e) {
            TreePath path = trees.getPath(e);
            if (path == null) return null;
            long at = trees.getSourcePositions().getStartPosition(path.getCompilationUnit(), path.getLeaf());
            if (at < 0) return null;
            try {
                String name = e.getKind() == ElementKind.CONSTRUCTOR ? e.getEnclosingElement().getSimpleName().toString() : e.getSimpleName().toString();
                CharSequence source = path.getCompilationUnit().getSourceFile().getCharContent(true);
                Tree leaf = path.getLeaf();
                long from = at;
                if (leaf instanceof MethodTree) {
                    long modifiers = trees.getSourcePositions().getEndPosition(path.getCompilationUnit(), ((MethodTree) leaf).getModifiers());
                    if (modifiers > from) from = modifiers;
                    if (((MethodTree) leaf).getReturnType() != null) from = trees.getSourcePositions().getEndPosition(path.getCompilationUnit(), ((MethodTree) leaf).getReturnType());
                } else if (leaf instanceof ClassTree) {
                    long modifiers = trees.getSourcePositions().getEndPosition(path.getCompilationUnit(), ((ClassTree) leaf).getModifiers());
                    if (modifiers > from) from = modifiers;
                }
                java.util.regex.Matcher m = java.util.regex.Pattern.compile("\\b" + java.util.regex.Pattern.quote(name) + "\\b").matcher(source);
                if (!m.find((int) from)) return null;
                return path.getCompilationUnit().getSourceFile().getName() + "\t" + path.getCompilationUnit().getLineMap().getLineNumber(m.start());
            } catch (java.io.IOException x) {
                return null;
            }
        }

        void report(String name, long at, Element e, Element receiver) {
            if (at < 0) return; // of an enum constant
            String def = place(e);
            if (def != null && getCurrentPath().getLeaf() instanceof NewClassTree && ((NewClassTree) getCurrentPath().getLeaf()).getClassBody() != null) {
                def += ",*"; // which constructor runs is not said
            }
            if (def != null && e.getKind() == ElementKind.CONSTRUCTOR && place(e.getEnclosingElement()) != null) {
                def += "," + place(e.getEnclosingElement()).split("\t")[1];
            }
            long line = lines.getLineNumber(at);
            long start = lines.getStartPosition(line);
            int column = text.subSequence((int) start, (int) at).toString().getBytes(StandardCharsets.UTF_8).length + 1;
            Set<String> up = new LinkedHashSet<>();
            if (receiver instanceof TypeElement) climb(receiver.asType(), up);
            out.append(name).append('\t').append(unit.getSourceFile().getName()).append('\t').append(line).append('\t').append(column).append('\t').append(def == null ? "\t" : def).append('\t').append(e.getEnclosingElement() instanceof TypeElement ? e.getEnclosingElement().toString() : "").append('\t').append(String.join(",", up)).append('\n');
        }

        void climb(TypeMirror t, Set<String> up) {
            Element e = task.getTypes().asElement(t);
            if (e == null || !up.add(e.toString())) return;
            for (TypeMirror s : task.getTypes().directSupertypes(t)) climb(s, up);
        }
    }
}
