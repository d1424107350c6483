export * from './form.tsx'
export { Box } from './parts.tsx'
export { type Frame, nothingThere, pageText } from './shell.tsx'
export * from './tables.tsx'
