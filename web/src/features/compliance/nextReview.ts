const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** A year from today, which is how often most regulations ask for a review. */
export function nextReview(): string {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  return dayOf(day)
}

/** Whether the day of a review is over. */
export const isReviewDue = (reviewDate: string | undefined): reviewDate is string =>
  reviewDate !== undefined && reviewDate < dayOf(new Date())
