import type { Plugin } from 'esbuild'

export declare const cataloguesByEsbuild: Plugin
export declare const cataloguesIn: (folder: string | undefined) => Plugin
