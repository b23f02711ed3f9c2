export interface Shape { draw(): void }
export abstract class Base implements Shape { draw() {} }
export default class Def {}
