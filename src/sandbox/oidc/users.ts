/** Someone who can be picked at the sign-in page. */
export type DemoUser = {
  subject: string;
  email: string;
  /** What this provider says of the address; undefined leaves the claim out. */
  isEmailVerified: boolean | undefined;
  firstName: string;
  lastName: string;
  does: string;
};

export const DEMO_USERS: readonly DemoUser[] = [
  {
    subject: 'demo-admin',
    email: 'ada@demo.test',
    isEmailVerified: true,
    firstName: 'Ada',
    lastName: 'Admin',
    does: 'Admin of the demo store',
  },
  {
    subject: 'demo-staff',
    email: 'sam@demo.test',
    isEmailVerified: true,
    firstName: 'Sam',
    lastName: 'Staff',
    does: 'Staff of the demo store',
  },
  {
    subject: 'demo-invited',
    email: 'ines@demo.test',
    isEmailVerified: true,
    firstName: 'Ines',
    lastName: 'Invited',
    does: 'Opens no store until an admin invites ines@demo.test',
  },
  {
    subject: 'demo-provider',
    email: 'petra@makegood.test',
    isEmailVerified: true,
    firstName: 'Petra',
    lastName: 'Provider',
    does: 'Provider admin, opens every store',
  },
  {
    subject: 'demo-colleague',
    email: 'paula@makegood.test',
    isEmailVerified: true,
    firstName: 'Paula',
    lastName: 'Provider',
    does: 'Provider admin too: shares the queue of shipping claims with Petra',
  },
];
