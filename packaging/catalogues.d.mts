import type { Plugin } from 'esbuild'

export declare const cataloguesByEsbuild: Plugin
export declare const cataloguesByVite: import('vitest/config').Plugin
