package q;
public interface Shape { void draw(); }
