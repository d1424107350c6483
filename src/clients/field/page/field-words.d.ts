/** The languages, which the build compiles (packaging/field.ts). */
declare module 'field-words' {
  interface Built {
    readonly code: string
    readonly locale: string
    readonly name: string
    readonly load: () => Promise<{
      readonly default: Readonly<Record<string, import('../rules/text.ts').Compiled>>
    }>
  }
  export const languages: readonly Built[]
}

declare module '*.css'
