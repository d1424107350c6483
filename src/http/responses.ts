import type { TSchema } from '@sinclair/typebox'
import { given } from '../base/typed.ts'
import { ref } from '../domain/shapes.ts'

/** Describes the successful responses of operations, for the contract. */

export const json = (schema: TSchema) => ({ 'application/json': { schema: ref(schema) } })

const header = (description: string) => ({ type: 'string', description })
export const LOCATION = { location: header('Address of the new resource.') }
export const LINK = { link: header('The next page, as `rel="next"`; absent from the last one.') }
export const ETAG = { etag: header('Identifies exactly these bytes, for `If-None-Match`.') }

/** The responses of an operation that writes something once, even if it is sent again. */
export const written = (schema: TSchema, headers?: object) => ({
  201: {
    description: 'It was written, and is on the disk.',
    ...given({ headers }),
    content: json(schema),
  },
  200: { description: 'It existed already: nothing was written.', content: json(schema) },
})

export const NOT_MODIFIED = {
  304: { description: "The caller's copy is current.", type: 'null', headers: ETAG },
}
