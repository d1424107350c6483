import swagger from '@fastify/swagger'
import { VERSION } from '../../src/base/version.ts'
import type { App } from '../../src/http/app.ts'
import { ofRoute, published } from './document.ts'
import { INTRODUCTION } from './introduction.ts'

/**
 * Makes the contract from the schemas that check requests; `app.swagger()` returns it. Call before making the routes. A
 * running service uses the finished file (`openapi.json`) instead, because making it would dominate the start; a test
 * compares the two.
 */
export async function describe(app: App): Promise<void> {
  await app.register(swagger, {
    exposeHeadRoutes: true,
    transform: ofRoute,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Granary',
        version: VERSION,
        description: INTRODUCTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The appliance that serves this contract.' }],
      components: {
        // The reference page preselects the last one.
        securitySchemes: {
          basic: {
            type: 'http',
            scheme: 'basic',
            description: 'For a browser: any name, the token as password.',
          },
          enrolment: {
            type: 'http',
            scheme: 'bearer',
            description: 'A one-time code gryenr_…, from "granary device enrol".',
          },
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token gry_…, from "granary credential issue".',
          },
        },
      },
      security: [{ bearer: [] }],
      tags: [
        { name: 'records', description: 'Observations and what is derived from them.' },
        {
          name: 'inferences',
          description: 'Predictions of models, separate from observations; no list includes them.',
        },
        { name: 'consent', description: 'Grants, delegations and objections.' },
        { name: 'sync', description: 'Devices that work offline.' },
        { name: 'evidence', description: 'Pictures that records cite.' },
        { name: 'lender', description: 'The plain-text view.' },
        { name: 'anchors', description: 'Roots of the log, and proofs.' },
        { name: 'registry', description: 'Public reference data.' },
        { name: 'service', description: 'Health, readiness, metrics and this contract.' },
      ],
    },
    transformObject: (document) => published('openapiObject' in document ? document.openapiObject : {}),
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `schema-${i}`) },
  })
}
