type Catalogue = Readonly<Record<string, unknown>>
export declare const digestOf: (text: string) => string
export declare const keysOf: (file: Catalogue) => string[]
export declare const argumentsOf: (message: string) => Map<string, string>
export declare const faultsOf: (english: Catalogue, translated: Catalogue) => string[]
export declare const accepted: (
  english: Catalogue,
  translated: Catalogue,
  keys: readonly string[],
) => Catalogue
export declare const argumentTypes: (english: Catalogue) => string
/** Beginnings of the keys of texts that a speaker of each language must review. */
export declare const readLanguage: (code: string) => Catalogue
