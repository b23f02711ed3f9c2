package p;
import q.Base;
import q.*;
public class A<T> extends Base<T> {
  @Override public void draw() {}
  enum E implements Shape { X; public void draw() {} }
  record R(int a) implements q.Shape { public void draw() {} }
  void g() { Shape s = new Shape() { public void draw() {} }; Shape l = () -> {}; }
  interface Sub extends Shape {}
}
class B extends A<String> {}
