import { ref } from './contract.ts'

/** Successful responses of operations, for the contract. */

export const json = (component: string) => ({ 'application/json': { schema: ref(component) } })

const header = (description: string) => ({ type: 'string', description })
export const LOCATION = { location: header('Address of the new resource.') }
export const LINK = { link: header('The next page, as `rel="next"`; absent from the last one.') }
export const ETAG = { etag: header('Validator of exactly these bytes, for `If-None-Match`.') }

/** For something that is written once, however often it is sent. */
export const written = (component: string, headers?: object) => ({
  201: {
    description: 'Written; it is on the disk.',
    ...(headers === undefined ? {} : { headers }),
    content: json(component),
  },
  200: { description: 'It existed already: nothing was written.', content: json(component) },
})

export const NOT_MODIFIED = {
  304: { description: 'The copy of the caller is current.', type: 'null', headers: ETAG },
}
