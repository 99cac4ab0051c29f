// Loaded into a process that must not outlive the one that started it: npm, for one, does not always pass its end on.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 500).unref();
