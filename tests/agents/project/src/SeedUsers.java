package example.harbour;

import java.util.List;

/** People for the staging system. */
final class SeedUsers {
    record User(String fullName, String email, String ssn) {}

    static final List<User> USERS = List.of(
        new User("Cornelius Abernathy", "c.abernathy@mailbox.example", "536-22-8745"),
        new User("Priyanka Raghunathan", "priyanka.r@mailbox.example", "402-51-7193"),
        new User("Thaddeus Okonkwo", "thaddeus@mailbox.example", "518-64-2290"));

    static final String CARD = "4012888888881881";
    static final String GITHUB_TOKEN = "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";

    private SeedUsers() {}
}
