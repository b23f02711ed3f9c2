package brace

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

func TestKotlinReadsClassesAndAccessors(t *testing.T) {
	const src = `package a.b
import c.D as E
import f.*
@Inj(1) open class A<T : Any>(val x: Int = 1, y: String) : B<T>(y), I by y {
  companion object { const val Z = 1 }
  var p: Int = 0
    get() = field
    set(v) { field = v }
  constructor(z: Int) : this(z, "")
  init { foo { it.bar() } }
}
data class D(val a: Int)
enum class N(val v: Int) { P(1), Q(2) { override fun m() {} }; abstract fun m() }
`
	shown(t, Kotlin, src, `
1:9 a reference <module>
1:11 b reference <module>
2:8 c from_import <module>
2:10 D from_import <module>
2:15 E from_import <module>
3:8 f from_import <module>
4:2 Inj callsite <module>
4:20 A definition <module>
4:22 T assignment A
4:26 Any annotation A
4:35 x definition A
4:38 Int annotation A
4:47 y assignment A
4:50 String annotation A
4:60 B callsite A
4:62 T annotation A
4:65 y reference A
4:69 I reference A
4:74 y reference A
5:32 Z definition A
6:7 p definition A
6:10 Int annotation A
7:13 field reference A
8:9 v assignment A
8:14 field assignment A
8:22 v reference A
9:3 constructor definition A
9:15 z assignment A.constructor
9:18 Int annotation A.constructor
9:30 z reference A.constructor
9:33 "" string_match A.constructor
10:10 foo callsite A
10:16 it reference A
10:19 bar callsite A
12:12 D definition <module>
12:18 a definition D
12:21 Int annotation D
13:12 N definition <module>
13:18 v definition N
13:21 Int annotation N
13:28 P definition N
13:34 Q definition N
13:54 m definition N
13:77 m definition N
`)
	declared(t, Kotlin, src, `
class A 4-11 open class A<T : Any>(val x: Int = 1, y: String) : B<T>(y), I by y
field A.x 4-4 val x: Int
constant A.Z 5-5 const val Z
variable A.p 6-6 var p: Int
method A.constructor 9-9 constructor(z: Int) : this(z, "")
class D 12-12 data class D(val a: Int)
field D.a 12-12 val a: Int
enum N 13-13 enum class N(val v: Int)
field N.v 13-13 val v: Int
field N.P 13-13 P(1)
field N.Q 13-13 Q(2) { override fun m() {} }
method N.m 13-13 override fun m()
method N.m 13-13 abstract fun m()
`)
}

func TestKotlinReadsReceiversLambdasAndTemplates(t *testing.T) {
	const src = `fun <T> List<T>.ext(a: Int, vararg b: String): T? = run(a) { x, (y, z) -> x.f<T>(y) }
val String.q: Int get() = length
fun main() {
  val (a, b) = pair
  var s = "x $a ${b.c(d)}" + """r "${e}" """
  for ((k, v) in map) k.g += v
  when (s) { is Foo -> 1
    in c -> h(n = 2)
    else -> object : I { override fun z() {} } }
  try { } catch (e: E) { throw F(e as G) }
  a?.b { go() } ?: return@main
  lazy { ` + "`" + `odd name` + "`" + `() }
}
`
	shown(t, Kotlin, src, `
1:6 T assignment List.ext
1:9 List annotation List.ext
1:14 T annotation List.ext
1:17 ext definition <module>
1:21 a assignment List.ext
1:24 Int annotation List.ext
1:36 b assignment List.ext
1:39 String annotation List.ext
1:48 T annotation List.ext
1:53 run callsite List.ext
1:57 a reference List.ext
1:62 x assignment List.ext
1:66 y assignment List.ext
1:69 z assignment List.ext
1:75 x reference List.ext
1:77 f callsite List.ext
1:79 T annotation List.ext
1:82 y reference List.ext
2:5 String annotation <module>
2:12 q definition <module>
2:15 Int annotation <module>
2:27 length reference <module>
3:5 main definition <module>
4:8 a assignment main
4:11 b assignment main
4:16 pair reference main
5:7 s assignment main
5:11 "x  string_match main
5:15 a reference main
5:16   string_match main
5:19 b reference main
5:21 c callsite main
5:23 d reference main
5:26 " string_match main
5:30 """r " string_match main
5:38 e reference main
5:40 " """ string_match main
6:9 k assignment main
6:12 v assignment main
6:18 map reference main
6:23 k reference main
6:25 g assignment main
6:30 v reference main
7:9 s reference main
7:17 Foo annotation main
8:8 c reference main
8:13 h callsite main
8:15 n reference main
9:22 I reference main
9:39 z definition main
10:18 e assignment main
10:21 E annotation main
10:32 F callsite main
10:34 e reference main
10:39 G annotation main
11:3 a reference main
11:6 b callsite main
11:10 go callsite main
11:27 main reference main
12:3 lazy callsite main
12:10 `+"`"+`odd name`+"`"+` callsite main
`)
	declared(t, Kotlin, src, `
function List.ext 1-1 fun <T> List<T>.ext(a: Int, vararg b: String): T?
constant String.q 2-2 val String.q: Int
function main 3-13 fun main()
method main.z 9-9 override fun z()
`)
}

func TestKotlinSeparatesBasesFromTheirDelegates(t *testing.T) {
	const src = `class P(d: J<X>) : Base(x), I by d, J<X> by e.f<Y>(d), K by d as K, L { fun m() = d }
`
	shown(t, Kotlin, src, `
1:7 P definition <module>
1:9 d assignment P
1:12 J annotation P
1:14 X annotation P
1:20 Base callsite P
1:25 x reference P
1:29 I reference P
1:34 d reference P
1:37 J reference P
1:39 X annotation P
1:45 e reference P
1:47 f callsite P
1:49 Y annotation P
1:52 d reference P
1:56 K reference P
1:61 d reference P
1:66 K annotation P
1:69 L reference P
1:77 m definition P
1:83 d reference P.m
`)
	var bases []string
	for _, at := range source.Scan(Kotlin, []byte(src), source.Want{Words: true}).Declarations[0].Bases {
		bases = append(bases, at.Of([]byte(src)))
	}
	if got, want := strings.Join(bases, " "), "Base I J K L"; got != want {
		t.Errorf("bases %s, want %s", got, want)
	}
}
