export const owner = { email: 'owner@strand.example', password: 'Bench-and-tide-7' }
