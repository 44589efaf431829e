export const fixture = 'a file that stands here in three forms'
