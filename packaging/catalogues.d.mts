import type { Plugin } from 'esbuild'

export declare const cataloguesByEsbuild: Plugin
export declare const cataloguesIn: (folder: string | undefined) => Plugin
export declare const cataloguesByVite: import('vitest/config').Plugin
export declare const languagesIn: (folder: string) => string[]
export declare const readCatalogue: (path: string) => import('../src/words/catalogue.ts').Catalogue
