/** Installs the modules of the package in `folder`, by default the project's, when its lock file is not the one they were installed from. */
export function installModules(folder?: string): Promise<void>;
/** Runs a program of an installed package with the project's Node to its end and returns its exit code. */
export function runTool(file: string, args: string[], options?: { env?: Record<string, string> }): Promise<number>;
