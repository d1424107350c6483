declare module '*/catalogues?all' {
  /** The catalogue of each language, English first. */
  const catalogues: Readonly<Record<string, () => import('./language.ts').Catalogue>>
  export default catalogues
}
