import type { FedRecord } from '../../../src/clients/field/rules/members.ts'

/** Returns a record of which a test states only what it is about. */
export const part = (says: object): FedRecord => says as FedRecord
