import type { Plugin } from 'esbuild'

export interface BuiltFile {
  readonly path: string
  readonly isFixed: boolean
  readonly mediaType: string
  readonly sha256: string
  readonly gzipped: Buffer
}

export declare const compiled: (message: string) => import('../src/clients/field/rules/text.ts').Compiled
export declare const fieldFilesOf: (folder?: string) => Promise<readonly BuiltFile[]>
export declare const fieldByEsbuild: Plugin
export declare const fieldByVite: import('vitest/config').Plugin
