import { ref } from './contract.ts'

/** What an operation answers when it does what it was asked, for its contract. */

export const json = (component: string) => ({ 'application/json': { schema: ref(component) } })

const header = (description: string) => ({ type: 'string', description })
export const LOCATION = { location: header('Where it can be read.') }
export const LINK = { link: header('The next page, as `rel="next"`; absent from the last one.') }
export const ETAG = { etag: header('Of exactly these bytes, for `If-None-Match`.') }

/** To something that is written once, however often it is sent. */
export const written = (component: string, headers?: object) => ({
  201: {
    description: 'Written, and safe on the disk.',
    ...(headers === undefined ? {} : { headers }),
    content: json(component),
  },
  200: { description: 'It was here already: nothing was written.', content: json(component) },
})

/** To `If-None-Match`. */
export const NOT_MODIFIED = {
  304: { description: 'The copy that the caller has is this one.', type: 'null', headers: ETAG },
}
