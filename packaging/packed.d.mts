import type { Plugin } from 'esbuild'

export declare const packedByEsbuild: Plugin
export declare const packedByVite: import('vitest/config').Plugin
