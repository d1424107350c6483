declare module '*/catalogues?all' {
  /** The catalogue of each language, English first. */
  const catalogues: Readonly<Record<string, () => import('./catalogue.ts').Catalogue>>
  export default catalogues
}
