declare module '*?packed' {
  const file: import('./packed.ts').Packed
  export default file
}
