import { createStore } from '@/ui/store'

interface ProofRequest {
  /** The act that uses the proof up. */
  act?: string | undefined
  /** The proof was given, or the user gave up. */
  settle: (given: boolean) => void
}

/** The proof that a call waits for; `IdentityHost` asks for it. */
export const proofRequest = createStore<ProofRequest | undefined>(undefined)

/** Asks the user for a proof of identity; false when they give up. */
export function askForProof(act?: string): Promise<boolean> {
  return new Promise((resolve) => {
    proofRequest.get()?.settle(false)
    proofRequest.set({
      act,
      settle: (given) => {
        proofRequest.set(undefined)
        resolve(given)
      },
    })
  })
}
