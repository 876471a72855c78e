export const addressKey = (userName: string | null) => ['account', 'address', userName];
