package r;
interface Shape { }
class D implements Shape {}
sealed interface T permits D {}
