/** Whether this is `npm run test:model`: many more random worlds, and limits as they are. Elsewhere a few worlds will do. */
export const isLong = (import.meta as unknown as { env: { MODE: string } }).env.MODE === 'model'
