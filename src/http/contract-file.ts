import contract from '../../openapi.json?packed'
import { unpacked } from './packed.ts'

/** The contract in the program: the committed file, which a test compares with the schemas. */
export const contractText = (): string => unpacked(contract).toString('utf8')
