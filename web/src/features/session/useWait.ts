import { useEffect, useState } from 'react'
import { ApiProblem } from '@/api/problem'

const secondMs = 1000

/** Seconds until the server takes the next try, counted down; 0 when it takes one now. */
export function useWait(problem: unknown): number {
  const asked = problem instanceof ApiProblem ? (problem.retryAfter ?? 0) : 0
  const [seen, setSeen] = useState(problem)
  const [left, setLeft] = useState(asked)
  if (seen !== problem) {
    setSeen(problem)
    setLeft(asked)
  }
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), secondMs)
    return () => clearTimeout(timer)
  }, [left])
  return left
}
