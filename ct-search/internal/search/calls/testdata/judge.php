<?php
// Says of the calls in the PHP files below a folder what they call; see judgeTree. It needs Debian's php-parser, phpunit and
// php-xdebug: the tests of the tree run with a trace of all calls. Of a function that ran, calls of functions, of new, by the name of a
// class and by $this mean what the rules of the language say; the others, by any other value, mean what was reached.

require 'PhpParser/autoload.php';

use PhpParser\Node;
use PhpParser\Node\Expr;
use PhpParser\Node\Stmt;

ini_set('memory_limit', '-1');
$root = realpath($argv[count($argv) - 1]);
$scratch = sys_get_temp_dir() . '/judge-' . getmypid();
mkdir($scratch);
register_shutdown_function(fn () => exec('rm -rf ' . escapeshellarg($scratch)));

/** A type of the tree, as its file declares it. */
class Type
{
    public array $methods = []; // places by lower-case names
    public array $traits = [];
    public array $above = [];   // classes before interfaces
    public bool $isTrait = false;
    public bool $inside; // of the folder

    public function __construct(public string $name, public string $file, public int $line)
    {
        global $root;
        $this->inside = str_starts_with($file, "$root/");
    }
}

/** A call as it is written. */
class Call
{
    public int $line, $column;
    public ?Type $in;
    public ?string $function; // that it stands in, as a trace names it
    public string $name, $file;
    public Node $node;
}

$types = $functions = $calls = $anonymous = [];

class Reader extends PhpParser\NodeVisitorAbstract
{
    private array $in = [], $function = [];

    public function __construct(private string $file, private string $text) {}

    public function enterNode(Node $node)
    {
        global $types, $functions, $calls, $anonymous;
        if ($node instanceof Stmt\ClassLike) {
            $line = ($node->name ?? $node)->getStartLine();
            $type = new Type(isset($node->namespacedName) ? (string) $node->namespacedName : "$this->file:$line", $this->file, $line);
            $type->isTrait = $node instanceof Stmt\Trait_;
            $extends = $node->extends ?? [];
            $type->above = array_map('strval', array_merge(is_array($extends) ? $extends : [$extends], $node->implements ?? []));
            foreach ($node->stmts as $s) {
                if ($s instanceof Stmt\ClassMethod) {
                    $type->methods[strtolower($s->name)] = [$this->file, $s->name->getStartLine(), $type];
                }
            }
            $known = $types[strtolower($type->name)] ?? null;
            if (!$known || $type->inside && !$known->inside) {
                $types[strtolower($type->name)] = $type;
            }
            if ($node->name === null) {
                $anonymous["$this->file:" . $node->getStartLine()] = $type;
            }
            $this->in[] = $type;
        } elseif ($node instanceof Stmt\TraitUse) {
            end($this->in)->traits = [...end($this->in)->traits, ...array_map('strval', $node->traits)];
        } elseif ($node instanceof Stmt\ClassMethod) {
            $this->function[] = strtolower(end($this->in)->name . '::' . $node->name);
        } elseif ($node instanceof Stmt\Function_) {
            $functions[strtolower($node->namespacedName)] = [$this->file, $node->name->getStartLine(), null];
            $this->function[] = strtolower($node->namespacedName);
        } else {
            $this->call($node);
        }
    }

    public function leaveNode(Node $node)
    {
        if ($node instanceof Stmt\ClassLike) {
            array_pop($this->in);
        } elseif ($node instanceof Stmt\ClassMethod || $node instanceof Stmt\Function_) {
            array_pop($this->function);
        }
    }

    private function call(Node $node): void
    {
        global $calls, $root;
        if (!str_starts_with($this->file, "$root/")) {
            return;
        }
        $name = match (true) {
            $node instanceof Expr\New_ => $node->class,
            $node instanceof Expr\MethodCall, $node instanceof Expr\NullsafeMethodCall, $node instanceof Expr\StaticCall, $node instanceof Expr\FuncCall => $node->name,
            default => null,
        };
        if (!$name instanceof Node\Name && !$name instanceof Node\Identifier || $node instanceof Expr\New_ && $name->isSpecialClassName()) {
            return;
        }
        $c = new Call;
        $c->node = $node;
        $written = substr($this->text, $name->getStartFilePos(), $name->getEndFilePos() + 1 - $name->getStartFilePos());
        $last = strrpos("\\$written", '\\');
        $c->name = substr($written, $last);
        $at = $name->getStartFilePos() + $last;
        $c->line = $name->getStartLine();
        $c->column = $at - (int) strrpos("\n" . substr($this->text, 0, $at), "\n") + 1;
        $c->file = $this->file;
        $c->in = end($this->in) ?: null;
        $c->function = end($this->function) ?: null;
        $calls[] = $c;
    }
}

$parser = (new PhpParser\ParserFactory)->create(PhpParser\ParserFactory::PREFER_PHP7, new PhpParser\Lexer(['usedAttributes' => ['startLine', 'startFilePos', 'endFilePos']]));
function scripts(string $folder): array
{
    $files = new RegexIterator(new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS)), '/\.php$/');
    $names = array_map('strval', iterator_to_array($files, false));
    sort($names);
    return $names;
}

// testsOf returns the files of tests in the folder of tests that a folder has.
function testsOf(string $folder): array
{
    $all = [];
    foreach (glob("$folder/[tT]est{,s}", GLOB_BRACE | GLOB_ONLYDIR) as $tests) {
        $all = [...$all, ...preg_grep('/Test\.php$/', scripts($tests))];
    }
    return $all;
}

$folder = $root;
while (dirname($folder) !== $folder && !testsOf($folder)) {
    $folder = dirname($folder);
}
foreach (scripts($folder) as $file) {
    try {
        $text = file_get_contents($file);
        $t = new PhpParser\NodeTraverser;
        $t->addVisitor(new PhpParser\NodeVisitor\NameResolver);
        $t->addVisitor(new Reader($file, $text));
        $t->traverse($parser->parse($text) ?? []);
    } catch (PhpParser\Error) { // a file that is to be none
    }
}

// run returns what was called from where: lines of the function, the file and the line.
function run(): array
{
    global $types, $folder, $scratch;
    $classes = array_map(fn ($t) => $t->file, $types);
    $loaded = [];
    if (is_file("$folder/composer.json")) {
        foreach (json_decode(file_get_contents("$folder/composer.json"), true)['autoload']['files'] ?? [] as $f) {
            $loaded[] = "$folder/$f";
        }
    }
    file_put_contents("$scratch/first.php", '<?php (function () { $classes = ' . var_export($classes, true) . ';
        spl_autoload_register(function ($name) use ($classes) {
            $file = $classes[strtolower($name)] ?? stream_resolve_include_path(strtr($name, "\\\\", "/") . ".php");
            if ($file) { require_once $file; }
        });
        foreach (' . var_export($loaded, true) . ' as $file) { if (is_file($file)) { require_once $file; } }
    })();');
    $set = '';
    foreach (['auto_prepend_file' => "$scratch/first.php", 'xdebug.mode' => 'trace', 'xdebug.start_with_request' => 'yes', 'xdebug.trace_format' => 1, 
        'xdebug.trace_output_name' => 't.%p', 'xdebug.use_compression' => 0, 'xdebug.var_display_max_depth' => 0, 'xdebug.var_display_max_children' => 0, 'xdebug.var_display_max_data' => 0,
        'memory_limit' => '2G', 'error_reporting' => 'E_ALL'] as $key => $value) {
        $set .= ' -d ' . escapeshellarg("$key=$value");
    }
    // Each file of tests by itself, for some do not end, or need what is not installed.
    file_put_contents("$scratch/one", "cd $scratch; mkdir \$\$; cd " . escapeshellarg($folder) . "; timeout -k 1 15 php $set -d xdebug.output_dir=$scratch/\$\$ /usr/bin/phpunit --no-configuration --do-not-cache-result --verbose \"\$1\" >$scratch/\$\$/log 2>&1 </dev/null
tail -n 2 $scratch/\$\$/log | tr '\\n' ' ' | cut -c 1-150 >&2
cat $scratch/\$\$/*.xt | awk -F'\\t' '\$3 == \"0\" && \$7 == \"1\" { k = \$6 \"\\t\" \$9 \"\\t\" \$10; if (!(k in s)) { s[k]; print k } }' >$scratch/\$\$.out; rm -r $scratch/\$\$");
    file_put_contents("$scratch/tests", implode("\n", testsOf($folder)));
    exec("xargs -d '\\n' -P 2 -n 1 sh $scratch/one <$scratch/tests; cat $scratch/*.out | sort -u", $out);
    return $out;
}

// up returns a type and all above it that the tree has, and whether there are others.
function up(Type $t): array
{
    global $types;
    static $known = [];
    if (isset($known[$t->name])) {
        return $known[$t->name];
    }
    $all = [$t->name => $t];
    $whole = true;
    $known[$t->name] = [$all, true];
    foreach ([...$t->traits, ...$t->above] as $name) {
        $one = $types[strtolower($name)] ?? null;
        [$more, $seen] = $one ? up($one) : [[], false];
        $all += $more;
        $whole = $whole && $seen;
    }
    return $known[$t->name] = [$all, $whole];
}

// method returns the place of a method that a type has; null if it has none, false if it may be outside of the tree.
function method(Type $t, string $name, int $deep = 0): array|null|false
{
    global $types;
    if (isset($t->methods[$name]) || $deep > 30) {
        return $t->methods[$name] ?? null;
    }
    foreach ([...$t->traits, ...$t->above] as $above) {
        $one = $types[strtolower($above)] ?? null;
        $found = $one ? method($one, $name, $deep + 1) : false;
        if ($found !== null) {
            return $found;
        }
    }
    return null;
}

// related returns the names of a type, of all above and below it, and of those that may be called in its place.
function related(Type $t, string $method): array
{
    global $types;
    static $below = null;
    if ($below === null) {
        foreach ($types as $one) {
            foreach (up($one)[0] as $above) {
                $below[$above->name][] = $one;
            }
        }
    }
    $all = up($t)[0];
    foreach (up($t)[0] as $above) {
        if ($above === $t || isset($above->methods[$method])) {
            foreach ($below[$above->name] as $one) {
                $all += up($one)[0];
            }
        }
    }
    return array_keys($all);
}

function dotted(string $name): string
{
    return strtr($name, "\\\t,", '.  ');
}

$ran = $reached = [];
foreach (run() as $line) {
    [$what, $file, $at] = explode("\t", $line);
    $type = $method = null;
    if (preg_match('/^\{anonymous-class:(.*):(\d+)-\d+\}(?:->|::)(\w+)$/', $what, $m)) {
        $type = $anonymous["$m[1]:$m[2]"] ?? null;
        $class = $type->name ?? $m[0];
        $method = strtolower($m[3]);
    } elseif (preg_match('/^([\w\\\\]+)(?:->|::)(\w+)$/', $what, $m)) {
        [, $class, $method] = $m;
        $method = strtolower($method);
        $type = $types[strtolower($class)] ?? null;
        if ($type === null && !stream_resolve_include_path(strtr($class, '\\', '/') . '.php')) {
            continue; // made when the tests ran
        }
    } elseif (preg_match('/^[\w\\\\]+$/', $what)) {
        $ran[strtolower($what)] = true;
        continue;
    } else {
        continue;
    }
    $place = $type ? method($type, $method) : null;
    if ($place) {
        $ran[strtolower($place[2]->name . '::' . $method)] = true;
    }
    $reached["$file:$at:$method"][$class] = $place ?: null;
}

$lines = [];
foreach ($calls as $c) {
    $key = "$c->file:$c->line:" . strtolower($c->name);
    $lines[$key] = ($lines[$key] ?? 0) + 1;
}

// overridden returns the places of a method and of those that it overrides.
function overridden(array $place, string $name): array
{
    $all = ["$place[0]:$place[1]" => true];
    foreach (up($place[2])[0] as $above) {
        if ($m = $above->methods[$name] ?? null) {
            $all["$m[0]:$m[1]"] = true;
        }
    }
    return $all;
}

// Of calls that the rules bind, how many reached just that, or what overrides it, and how many something else.
$agree = ['as bound' => 0, 'overriding' => 0, 'other' => 0];

function check(Call $c, ?array $place): void
{
    global $reached, $lines, $agree;
    $key = "$c->file:$c->line:" . strtolower($c->name);
    if (!$place || !$place[2] || $lines[$key] > 1 || $c->node instanceof Expr\New_ || strtolower($c->name) === '__construct') {
        return;
    }
    foreach ($reached[$key] ?? [] as $class => $got) {
        $kind = 'other';
        if ($got) {
            $kind = $got === $place ? 'as bound' : (isset(overridden($got, strtolower($c->name))["$place[0]:$place[1]"]) ? 'overriding' : 'other');
        }
        $agree[$kind]++;
        if ($kind === 'other') {
            fwrite(STDERR, "$key reached $class\n");
        }
    }
}

function row(Call $c, string $file, array $lines, string $owner, array $above): void
{
    global $root;
    if (!str_starts_with($file, "$root/")) {
        [$file, $lines] = ['', ['']];
    }
    echo implode("\t", [$c->name, $c->file, $c->line, $c->column, $file, implode(',', $lines), dotted($owner), implode(',', array_map('dotted', $above))]), "\n";
}

// certain returns the type that a call begins to look in; null if the rules do not say it, false if it is outside of the tree.
function certain(Call $c): Type|null|false
{
    global $types;
    $n = $c->node;
    if ($n instanceof Expr\MethodCall && $n->var instanceof Expr\Variable && $n->var->name === 'this' && $c->in && !$c->in->isTrait) {
        return $c->in;
    }
    if (!$n instanceof Expr\StaticCall || !$n->class instanceof Node\Name) {
        return null;
    }
    $class = $n->class->toLowerString();
    if (!$n->class->isSpecialClassName()) {
        return $types[$class] ?? false;
    } elseif (!$c->in || $c->in->isTrait) {
        return null;
    } elseif ($class !== 'parent') {
        return $c->in;
    }
    return $types[strtolower($c->in->above[0] ?? '')] ?? false;
}

foreach ($calls as $c) {
    if (!isset($ran[$c->function])) {
        continue;
    }
    $n = $c->node;
    $name = strtolower($c->name);
    if ($n instanceof Expr\FuncCall) {
        $full = strtolower($n->name->getAttribute('namespacedName') ?? $n->name);
        $place = $functions[$full] ?? $functions[strtolower($n->name)] ?? null;
        row($c, $place[0] ?? '', [$place[1] ?? ''], '', []);
    } elseif ($n instanceof Expr\New_) {
        $type = $types[$n->class->toLowerString()] ?? null;
        if (!$type) {
            row($c, '', [''], (string) $n->class, [(string) $n->class]);
        } elseif (str_ends_with(strtolower("\\$type->name"), "\\$name")) {
            $maker = method($type, '__construct');
            row($c, $type->file, ["$type->file:$type->line", ...$maker ? ["$maker[0]:$maker[1]"] : []], $type->name, related($type, '__construct'));
        }
    } elseif ($type = certain($c)) {
        $place = method($type, $name);
        check($c, $place ?: null);
        if ($place) {
            row($c, $place[0], [$place[1]], $place[2]->name, related($type, $name));
        } elseif ($place === false) {
            row($c, '', [''], '', ["outside of $type->name"]);
        }
    } elseif ($type === false) {
        row($c, '', [''], (string) $n->class, [(string) $n->class]);
    } elseif ($lines["$c->file:$c->line:$name"] === 1 && $all = $reached["$c->file:$c->line:$name"] ?? []) {
        if (!$inside = array_values(array_filter($all))) {
            row($c, '', [''], (string) key($all), [(string) key($all)]);
            continue;
        }
        $fit = array_intersect_key(...array_map(fn ($p) => overridden($p, $name), $inside));
        foreach ($fit ? [] : $inside as $p) {
            $fit["$p[0]:$p[1]"] = true;
        }
        usort($inside, fn ($a, $b) => $b[2]->inside <=> $a[2]->inside);
        $fit = array_filter($fit, fn ($place) => str_starts_with($place, "$root/"), ARRAY_FILTER_USE_KEY);
        $above = [];
        foreach ($inside as $p) {
            $above = [...$above, ...related($p[2], $name)];
        }
        row($c, explode(':', (string) key($fit))[0], array_keys($fit), $inside[0][2]->name, ['~' . $inside[0][2]->name, ...array_unique($above)]);
    }
}
fwrite(STDERR, json_encode($agree) . "\n");
