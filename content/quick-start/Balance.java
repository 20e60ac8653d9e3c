import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/** Reads the balance of one account: java Balance.java 221770000001 */
public class Balance {
    static final HttpClient client = HttpClient.newHttpClient();
    static String token;
    static Instant renewAt = Instant.MIN;

    /** Waits as long as Retry-After says after a 429 or 503, four times at most. */
    static HttpResponse<String> send(HttpRequest request) throws Exception {
        for (int retries = 4; ; retries--) {
            var response = client.send(request, BodyHandlers.ofString());
            var status = response.statusCode();
            if ((status != 429 && status != 503) || retries == 0) return response;
            Thread.sleep(1000 * response.headers().firstValueAsLong("Retry-After").orElse(1));
        }
    }

    /** The current token, requested again half a minute before it expires. */
    static synchronized String getToken() throws Exception {
        if (token != null && Instant.now().isBefore(renewAt)) return token;
        var form = "grant_type=client_credentials&client_id=" + System.getenv("CLIENT_ID")
            + "&client_secret=" + System.getenv("CLIENT_SECRET");
        var response = send(HttpRequest.newBuilder(URI.create(System.getenv("AUTH_URL") + "/oauth/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build());
        if (response.statusCode() != 200)
            throw new IllegalStateException("No access token: " + response.statusCode() + " " + response.body());
        token = find("\"access_token\"\\s*:\\s*\"([^\"]+)\"", response.body());
        var seconds = Long.parseLong(find("\"expires_in\"\\s*:\\s*(\\d+)", response.body()));
        renewAt = Instant.now().plus(Duration.ofSeconds(seconds - 30));
        return token;
    }

    static HttpResponse<String> readAccount(String msisdn) throws Exception {
        var url = System.getenv("BASE_URL") + "/api/eWallet/v1/account?msisdn="
            + URLEncoder.encode(msisdn, StandardCharsets.UTF_8);
        var response = send(withToken(url));
        if (response.statusCode() != 401) return response;
        // The token has expired, or was revoked: request another one, once.
        token = null;
        return send(withToken(url));
    }

    static HttpRequest withToken(String url) throws Exception {
        return HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + getToken()).build();
    }

    /** Without a library; with one, parse the JSON, and amounts as BigDecimal. */
    static String find(String pattern, String text) {
        var matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) throw new IllegalStateException(text);
        return matcher.group(1);
    }

    public static void main(String[] arguments) throws Exception {
        var response = readAccount(arguments[0]);
        System.out.println(response.statusCode() + " " + response.body());
    }
}
