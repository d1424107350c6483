declare module '*?packed' {
  const file: import('./packed.ts').Packed
  export default file
}
declare module '*?bundled' {
  const file: import('./packed.ts').Packed
  export default file
}
