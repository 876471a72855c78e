/** Of the query of where the account's mails go. */
export const addressKey = (userName: string | null) => ['account', 'address', userName];
