/** Every screen of staff, from the sign-in on. */
export const StaffRoutes = () => null
