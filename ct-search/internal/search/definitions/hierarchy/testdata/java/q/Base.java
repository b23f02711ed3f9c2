package q;
public abstract class Base<T> implements Shape { public void draw(int a, T t) {} public void draw() {} }
