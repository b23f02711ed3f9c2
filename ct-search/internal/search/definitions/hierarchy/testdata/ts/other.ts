export interface Shape { q: 1 }
