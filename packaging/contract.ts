// Prints the contract as the schemas make it (npm run contract).
import { madeContract } from './docs/contract.ts'

process.stdout.write(`${await madeContract()}\n`)
