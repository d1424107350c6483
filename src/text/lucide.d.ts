declare module 'lucide/dist/esm/icons/*.mjs' {
  /** The shapes of an icon of 24 by 24, with their attributes. */
  const shapes: readonly (readonly [shape: string, its: Readonly<Record<string, string>>])[]
  export default shapes
}
