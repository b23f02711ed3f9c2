import { Base as B, type Shape } from './base';
import Anything from './base';
import * as ns from './base';
import { Shape as Other } from './other';
class A extends B {}
class C extends ns.Base implements Shape { draw() {} }
interface I extends ns.Shape {}
class D implements Other { draw() {} }
const e = new (class extends B {})();
class F extends Anything {}
class H extends A {}
