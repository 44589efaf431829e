/** Set in this browser until somebody has signed in at a provider that asked them. */
const key = 'airfolio.askAgain'

/** Lets the next sign-in at a provider ask for the person, also when the provider remembers somebody. */
export function askAgainAtProvider(): void {
  localStorage.setItem(key, '1')
}

export function mustAskAgain(): boolean {
  return localStorage.getItem(key) !== null
}

/** The provider has asked. */
export function forgetAskAgain(): void {
  localStorage.removeItem(key)
}
