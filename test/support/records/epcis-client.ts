import { createRequire } from 'node:module'

/**
 * epcis2.js, a library that programs use to exchange EPCIS 2.0 events: as much of it as the tests read documents with. It is
 * loaded as its users on Node load it; its own types are a package apart.
 */

interface Entity {
  toObject(): object
}
export interface QuantityOfClient {
  getEpcClass(): string
  getQuantity(): number | undefined
  getUom(): string | undefined
}
export interface EventOfClient extends Entity {
  getType(): string
  getEventID(): string
  getEventTime(): string
  getEventTimeZoneOffset(): string
  getAction(): string | undefined
  getBizStep(): string | undefined
  getQuantityList(): readonly QuantityOfClient[] | undefined
  getSourceList(): readonly { getType(): string; getSource(): string }[] | undefined
  getErrorDeclaration():
    | {
        getReason(): string
        getDeclarationTime(): string
        getCorrectiveEventIDs(): readonly string[] | undefined
      }
    | undefined
  getTransformationID(): string | undefined
  getInputQuantityList(): readonly QuantityOfClient[] | undefined
  getOutputQuantityList(): readonly QuantityOfClient[] | undefined
  isValid(): boolean
}
export interface DocumentOfClient extends Entity {
  getSchemaVersion(): string
  getCreationDate(): string
  getEventList(): readonly EventOfClient[]
  isValid(): boolean
}
interface Client {
  readonly EPCISDocument: new (document: object) => DocumentOfClient
  readonly ObjectEvent: new (...args: never) => EventOfClient
  readonly TransformationEvent: new (...args: never) => EventOfClient
  /** @throws where the document breaks the standard */
  validateEpcisDocument(document: object): { readonly success: boolean; readonly errors: readonly string[] }
}

export const client = createRequire(import.meta.url)('epcis2.js') as Client
