package brace

import "testing"

func TestPHPReadsClassesImportsAndMarkup(t *testing.T) {
	const src = `<b><?= $t ?></b> text
<?php
namespace A\B;
use C\D as E, F\G; use function H\i; use J\{K, L as M};
#[Attr(1)] final class P extends \X\Q implements R {
  use T;
  const Z = 1; public static ?int $p = 3;
  public function __construct(private int $x, string ...$y) { $this->x = $x; self::m(); parent::__construct($y); }
  abstract function m(?S &$r): ?static;
}
enum U: string { case V = 'v'; function f() {} }
`
	shown(t, PHP, src, `
1:9 t reference <module>
3:11 A reference <module>
3:13 B reference <module>
4:5 C from_import <module>
4:7 D from_import <module>
4:12 E from_import <module>
4:15 F from_import <module>
4:17 G from_import <module>
4:33 H from_import <module>
4:35 i from_import <module>
4:42 J from_import <module>
4:45 K from_import <module>
4:48 L from_import <module>
4:53 M from_import <module>
5:3 Attr callsite <module>
5:24 P definition <module>
5:35 X reference P
5:37 Q reference P
5:50 R reference P
6:7 T reference P
7:9 Z definition P
7:36 p definition P
8:19 __construct definition P
8:44 x definition P.__construct
8:58 y assignment P.__construct
8:64 this reference P.__construct
8:70 x assignment P.__construct
8:75 x reference P.__construct
8:84 m callsite P.__construct
8:97 __construct callsite P.__construct
8:110 y reference P.__construct
9:21 m definition P
9:24 S annotation P.m
9:28 r assignment P.m
11:6 U definition <module>
11:23 V definition U
11:27 'v' string_match U
11:41 f definition U
`)
	declared(t, PHP, src, `
class P 5-10 final class P extends \X\Q implements R
constant P.Z 7-7 const Z
field P.p 7-7 public static ?int $p
method P.__construct 8-8 public function __construct(private int $x, string ...$y)
field P.__construct.x 8-8 private int $x
method P.m 9-9 abstract function m(?S &$r): ?static
enum U 11-11 enum U: string
field U.V 11-11 case V
method U.f 11-11 function f()
`)
}

func TestPHPMakesTheLastNameOfAPath(t *testing.T) {
	shown(t, PHP, "<?php $a = new B\\C; f(new \\D, new E\\F(1), B\\G);\n", `
1:8 a assignment <module>
1:16 B reference <module>
1:18 C callsite <module>
1:21 f callsite <module>
1:28 D callsite <module>
1:35 E reference <module>
1:37 F callsite <module>
1:43 B reference <module>
1:45 G reference <module>
`)
}

func TestPHPReadsClosuresHeredocsAndTargets(t *testing.T) {
	const src = `<?php
function f(callable $c = null) {
  foreach ($xs as $k => [$a, $b]) { [$d, $e] = $k; }
  $g = function ($p) use ($q) { return fn(int $z): int => $z + 1; };
  echo "x $a {$b->c($d)} $o->p", 'q $x', <<<EOT
    h {$y->z()} $w
    EOT;
  try { new E(); } catch (A | B $e) { throw $e; }
  return match($x) { 1 => X::Y, default => C\d(n: 1) }; // c ?> <i>html</i>
<?php # d
}
`
	shown(t, PHP, src, `
2:10 f definition <module>
2:22 c assignment f
3:13 xs reference f
3:20 k assignment f
3:27 a assignment f
3:31 b assignment f
3:39 d assignment f
3:43 e assignment f
3:49 k reference f
4:4 g assignment f
4:19 p assignment f
4:28 q reference f
4:48 z assignment f
4:60 z reference f
5:8 "x  string_match f
5:12 a reference f
5:13   string_match f
5:16 b reference f
5:19 c callsite f
5:22 d reference f
5:25   string_match f
5:27 o reference f
5:30 p reference f
5:31 " string_match f
5:34 'q $x' string_match f
5:42 <<<EOT⏎    h  string_match f
6:9 y reference f
6:12 z callsite f
6:16   string_match f
6:18 w reference f
6:19 ⏎    EOT string_match f
8:13 E callsite f
8:27 A annotation f
8:31 B annotation f
8:34 e assignment f
8:46 e reference f
9:17 x reference f
9:27 X reference f
9:30 Y reference f
9:44 C reference f
9:46 d callsite f
9:48 n reference f
9:57 // c  comment_match f
10:7 # d comment_match f
`)
	declared(t, PHP, src, `
function f 2-11 function f(callable $c = null)
`)
}
