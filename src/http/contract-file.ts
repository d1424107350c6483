import contract from '../../openapi.json?packed'
import { unpacked } from './packed.ts'

/** The contract that the program carries along: the committed file, which a test compares with what the schemas say. */
export const contractText = (): string => unpacked(contract).toString('utf8')
